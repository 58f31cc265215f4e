/** A list: given names and what people call themselves instead, and names that two languages write far apart. */
const groups = `
  alexander,alex,sasha,sacha,alexandre,alejandro,alessandro,aleksandr,oleksandr,shura,sandy,alec,sandro,iskander alexandra,sasha,alex,sandra,sandy
  andrew,andy,drew,andrei,andrey,andre,andres,andreas,andrea,andriy,andrzej anthony,tony,antoine,antonio,anton anna,ann,anne,hannah,anya,annie,nancy
  albert,al,bert barbara,barb,babs benjamin,ben,benny,benji bernard,bernie catherine,kate,katherine,kathy,cathy,katie,ekaterina,katya,catalina,caterina,yekaterina
  charles,charlie,chuck,carlos,karl,carl,carlo christopher,chris,kit,christophe,cristobal,kristof christina,chris,tina,christine,cristina daniel,dan,danny,danila,danilo,daniele
  david,dave,davy,davide donald,don,donnie dmitry,dima,mitya,dimitri,dmitri,dmitriy edward,ed,eddie,ted,ned,eduard,eduardo,edouard elizabeth,liz,beth,betty,lisa,eliza,elisabeth,isabel,lizzy,elizaveta
  emmanuel,manuel,manny,emanuel eugene,gene,yevgeny,evgeny,evgeni,yevgeniy,evgeniy,zhenya,jenya,eugenio francis,frank,frankie,francisco,paco,pancho,francois,francesco,franz,franciszek
  frederick,fred,freddy,frederic,friedrich,federico,fritz gabriel,gabe,gabi gregory,greg,grigory,grigoriy,grisha,gregorio george,georges,jorge,giorgio,georg,jerzy,yuri,georgy,georgiy,zhora gerald,gerry,jerry,gerard
  guillermo,memo,william,bill,billy,will,willy,guillaume,wilhelm,guglielmo,wim helen,elena,yelena,lena,helene,olena henry,harry,hank,henri,enrique,heinrich,enrico,hendrik,henryk
  ignacio,nacho,ignace igor,ihor ivan,vanya,john,johnny,jack,jean,juan,giovanni,johann,johannes,jan,hans,ian,joao,yohannes,jon,ioan,yannis,ioannis,janos,jens
  jacob,jake,jacques,jakob,james,jim,jimmy,jamie,jaime,diego,santiago,iago,yakov,giacomo jennifer,jen,jenny joseph,joe,joey,jose,pepe,giuseppe,josef,yusuf,youssef,iosif,jozef,beppe
  joshua,josh judith,judy julia,yulia,yuliya,julie,julija konstantin,kostya,constantine,costas,kostas,constantin laurence,larry,lawrence,laurent,lorenzo,lars,lauri leonard,leo,len,lenny,leonid,lyonya
  louis,lou,luis,ludwig,luigi,lewis,lluis margaret,maggie,meg,peggy,rita,marguerite,margarita,greta,margot,gosia maria,mary,marie,masha,mariya,mariam,maryam,miriam,molly martin,marty,martino mark,marc,marco,marcos,marek,marcus
  matthew,matt,mathieu,matthieu,mateo,matteo,matvey,mateusz,matthias,matthaus michael,mike,mikey,mick,michel,miguel,michele,mikhail,misha,mykhailo,mihai,michal,mikael,mihail,mikhael
  nicholas,nick,nicky,nicolas,nikolai,nikolay,kolya,mykola,nicola,niccolo,klaus,nikolaus,nikolaos,nico natalia,natasha,nataliya,natalie,nathalie,nata oleg,oleh olga,olya pamela,pam patricia,pat,patty,tricia patrick,pat,paddy,patrice,padraig
  paul,pablo,paolo,pavel,pasha,pawel,pavlo,paulo,pal peter,pete,pierre,pedro,pietro,petr,pyotr,petya,petro,piotr,pieter,per philip,phil,philippe,felipe,filip,filippo,phillip
  rafael,raphael,rafa,raffaele raymond,ray,ramon richard,rick,dick,rich,ricky,ricardo,riccardo,ryszard robert,bob,bobby,rob,robbie,roberto,bert ronald,ron,ronnie roman,roma samuel,sam,sammy,shmuel samantha,sam sergei,sergey,serhiy,serge,sergio,seryozha,serhii
  stanislav,stas,slava,stanislaw,stanislas stephen,steve,steven,stefan,etienne,esteban,stefano,stepan,stephane,istvan,steffen susan,sue,susie,suzanne,susanna,susana svetlana,sveta,svitlana tatiana,tanya,tatyana,tetiana theodore,ted,teddy,theo,fyodor,fedor,teodor,teodoro,fedir thomas,tom,tommy,tomas,tommaso,tomasz,thom
  timothy,tim,timmy,timofey,timur valentin,valya valery,valeriy,valera,valerie victoria,vicky,viktoria,vika,viktoriya victor,vic,viktor,vitya,vittorio vincent,vince,vincenzo,vicente,vinny vitaly,vitaliy,vitalik,vitalii
  vladimir,volodymyr,vova,volodya,uladzimir,wladimir,vladimiro vladislav,vlad,slava,wladyslaw vyacheslav,slava,viacheslav,vyatcheslav yuri,yury,yuriy,iouri,yurii,jurij zachary,zach,zack
  abraham,ibrahim,abe,avraham,brahim moses,musa,moussa,moshe solomon,suleiman,sulayman,soliman,salomon,suleyman ishmael,ismail,ismael jesus,issa,isa,essa mohammed,muhammad,mohamed,mohamad,mohammad,mohd,md,muhammed,mehmet,mamadou,mehmed,mohd,mhd,muhamad,mouhamed,mahomed,magomed
  ahmed,ahmad,ahmet,akhmed,ahmat,akhmad ali,aly,alli hussein,husayn,hossein,husain,hussain,houssein,huseyin,hussien,hosein,hoseyn hassan,hasan,hassen,hacene usama,osama,oussama,ussamah yahya,yehia,yahia,jahja uthman,osman,othman,ousmane,usman omar,umar,omer,oumar
  yusuf,joseph,yousef,youcef,yosef,yussuf khalid,khaled,halid aisha,aicha,ayesha,aysha fatima,fatma,fatemeh,fatimah jamal,gamal,djamel,cemal jalal,galal,celal,djelal
`

function readGroups(): Map<string, number[]> {
  const found = new Map<string, number[]>()
  for (const [at, group] of groups.trim().split(/\s+/).entries()) {
    for (const name of group.split(',')) {
      const known = found.get(name)
      if (known === undefined) found.set(name, [at])
      else if (!known.includes(at)) known.push(at)
    }
  }
  return found
}

/** The groups that a given name is in: Sasha is in two. */
export const nicknameGroups: ReadonlyMap<string, readonly number[]> = readGroups()
